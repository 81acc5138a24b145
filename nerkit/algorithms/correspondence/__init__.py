"""The best one-to-one correspondence of the nodes of two graphs. `solver` describes the problem and the
method.
"""

LIMIT = 200_000_000  # elementary steps: some seconds of work; two graphs of 300 nodes take up to half
