"""The distribution of a sum of steps near its mean, as the inverse Fourier transform of its characteristic
function.

The characteristic function of a step v with probability 1/2 is cos(w v / 2), times a phase that moves the
mean. The function of m units with equal steps is its m-th power. With many units the product of all is below
LEAST nearly everywhere, so it is computed only where it may be larger:

    w       -pi            0            pi
    cos^9   .  .  .  1e-9  1  1e-9  .  .  .
"""

import math
from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.stats.exact.distributions import ExchangeSteps, Ways, along

BLOCK = 16  # angles of each axis whose cosines are bounded together
TOGETHER = 2**15  # angles whose cosines are multiplied at a time
LEAST = math.log(1e-100)  # products below are 0: they are beyond the last digit of every share by far


def shares_by_transform(steps: ExchangeSteps) -> Ways:
    """Return the shares of the ways near the mean.

    On a window of DEVIATIONS standard deviations the share that wraps round is at most 4 e^-40.5 on each axis
    (Hoeffding 1963).
    """
    sizes, totals = steps.window, steps.totals
    middle, odd = totals // 2, totals % 2
    angles = [2 * np.pi * np.arange(size) / size for size in sizes]
    angles[-1] = angles[-1][: sizes[-1] // 2 + 1]  # the others are the conjugates of these
    counting = np.flatnonzero(may_count := _may_count(angles, steps))
    # of the last axis only the angles up to the last that counts are transformed
    width = 1 + int(np.flatnonzero(may_count.any(axis=tuple(range(len(sizes) - 1))))[-1])
    spectrum = np.zeros([*sizes[:-1], width], complex)
    for begin in range(0, len(counting), TOGETHER):
        places = np.unravel_index(counting[begin : begin + TOGETHER], may_count.shape)
        waves = _Waves(angles, places)
        product = np.ones(len(places[0]))
        for step, count in zip(steps.distinct.tolist(), steps.counts.tolist(), strict=True):
            product *= _power(waves.cosines(step), count)
        spectrum[places] = product * np.exp(-1j * waves.turn(odd.tolist()))
    shares = np.fft.irfftn(spectrum, s=sizes, axes=tuple(range(len(sizes))))
    # the places of a transform are 0, 1, … up to half its size, then on from below to -1
    around_zero = [np.arange(size) - size * (np.arange(size) > size // 2) for size in sizes]
    sums = [own + center for own, center in zip(around_zero, middle.tolist(), strict=True)]
    return Ways(along(sums), shares=shares)


def _may_count(angles: Sequence[FloatArray], steps: ExchangeSteps) -> BoolArray:
    """Return a mask of the angles whose product of cosines may be above LEAST, by a bound for BLOCK of each
    axis.

    The cosine of an angle is at most the cosine of the least distance to a multiple of pi in its block.
    """
    centers, reaches = [], []
    for own in angles:
        first = own[::BLOCK]
        last = own[np.minimum(np.arange(len(first)) * BLOCK + BLOCK, len(own)) - 1]
        centers.append((first + last) / 2)
        reaches.append(float((last - first).max()) / 2)
    centers = along(centers)
    bound = np.zeros(np.broadcast_shapes(*(center.shape for center in centers)))
    for step, count in zip(steps.distinct.tolist(), steps.counts.tolist(), strict=True):
        halves = [part / 2 for part in step]
        angle = sum(center * half for center, half in zip(centers, halves, strict=True) if half)
        away = np.abs(angle - np.pi * np.round(angle / np.pi))
        away -= sum(reach * abs(half) for reach, half in zip(reaches, halves, strict=True))
        bound = bound + count * np.log(np.cos(np.maximum(away, 0)))
    mask = bound >= LEAST
    for axis, own in enumerate(angles):
        mask = np.repeat(mask, BLOCK, axis=axis).take(range(len(own)), axis=axis)
    return mask


class _Waves:
    """Cosines and sines of half of angle times component, at places of each axis, each made once."""

    def __init__(self, angles: Sequence[FloatArray], places: Sequence[IntArray]) -> None:
        self.angles, self.places = angles, places
        self.known: dict[tuple[int, int], tuple[FloatArray, FloatArray]] = {}

    def cosines(self, step: Sequence[int]) -> FloatArray:
        """Return cos of half the sum of angle times step over the axes: cos(a + b) = cos a cos b - sin a
        sin b.
        """
        axes = [axis for axis, component in enumerate(step) if component]
        cosine, sine = self._of(axes[0], step[axes[0]])
        if len(axes) == 1:
            return cosine.copy()
        for axis in axes[1:]:
            c, s = self._of(axis, step[axis])
            added = cosine * c
            added -= sine * s
            if axis != axes[-1]:
                sine = sine * c + cosine * s
            cosine = added
        return cosine

    def turn(self, odd: Sequence[int]) -> FloatArray:
        """Return half the sum of the angles over the axes where the sum of the steps is *odd* (1,
        otherwise 0).
        """
        halves = zip(self.angles, odd, self.places, strict=True)
        return np.asarray(sum((angle * half / 2)[place] for angle, half, place in halves))

    def _of(self, axis: int, component: int) -> tuple[FloatArray, FloatArray]:
        if (axis, component) not in self.known:
            half = self.angles[axis] * (component / 2)
            place = self.places[axis]
            self.known[axis, component] = np.cos(half)[place], np.sin(half)[place]
        return self.known[axis, component]


def _power(base: FloatArray, exponent: int) -> FloatArray:
    """Return a power with a whole exponent of at least 1, by squaring; the base is overwritten."""
    result: FloatArray | None = None
    while exponent:
        if exponent == 1 and result is None:
            return base
        if exponent & 1:
            result = base.copy() if result is None else np.multiply(result, base, out=result)
        exponent >>= 1
        if exponent:
            np.multiply(base, base, out=base)
    assert result is not None  # an exponent of at least 1 has a highest bit
    return result
