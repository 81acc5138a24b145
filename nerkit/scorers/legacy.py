"""Tasks that are still modules with the former skeleton, as `Task`."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from nerkit.errors import UsageError
from nerkit.results.rows import AVERAGED
from nerkit.results.scores import Composite
from nerkit.scorers.task import Measure, Task


class Legacy(Task):
    """A task whose module resolves and describes measures itself."""

    module: ModuleType

    def composites(self, measures: Sequence[Measure], options: Any) -> dict[str, Composite]:
        if not hasattr(self.module, "composites"):
            return {}
        return self.module.composites([m.compute for m in measures], options)

    def looked_up(self, name: str) -> list[Measure]:
        try:
            return [Measure(m.name, m) for m in self.module.resolve([name])]
        except UsageError:
            if self.name == "ie":
                return []
            raise

    def known_names(self) -> list[str]:
        return list(self.module.MEASURES)

    def describe(self, name: str) -> Measure | None:
        try:
            return _measure(self.module.describe(name))
        except UsageError:
            return None


def _measure(d: Any) -> Measure:
    return Measure(
        d.name, None, d.definition, d.formula, d.source, d.edge_cases, d.differences, d.groups, listed=True
    )


def of_module(name: str, module: ModuleType) -> Task:
    def count(batch: Any, measures: Any, plan: Any, options: Any) -> Any:
        return module.count(batch, [m.compute for m in measures], plan, options)

    def mistakes(batch: Any, measures: Any, options: Any) -> Any:
        how = ([m.compute for m in measures],) if getattr(module, "ERRORS_OF_MEASURES", False) else ()
        return module.errors(batch, options, *how)

    def brought(options: Any) -> Any:
        return (
            {n: Measure(n, m) for n, m in module.brought(options).items()}
            if hasattr(module, "brought")
            else {}
        )

    task = Legacy(
        name=name,
        formats=module.FORMATS,
        named_formats=getattr(module, "NAMED_FORMATS", ()),
        options=module.Options,
        measures=[_measure(d) for d in module.measures()],
        read_objects=module.read_objects,
        prepare=module.prepare,
        count=count,
        mistakes=mistakes,
        headline="",
        defaults=module.defaults,
        brought=brought,
        reading=getattr(module, "reading", lambda _: {}),
        stated=getattr(module, "stated", lambda _: {}),
        units=getattr(module, "units", None),
        unit=getattr(module, "UNIT", "document"),
        language=module.LANGUAGE,
        shown=getattr(module, "SHOWN", ()),
        counted=getattr(module, "COUNTED", ()),
        averaged=getattr(module, "AVERAGED", AVERAGED),
        ranked=getattr(module, "RANKED", ()),
        objects_are_text=getattr(module, "OBJECTS_ARE_TEXT", False),
    )
    object.__setattr__(task, "module", module)
    return task
