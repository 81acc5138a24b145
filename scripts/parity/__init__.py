"""Whether two states of nerkit read and write the same: every file, damaged files, every pair of formats.

`questions` says what both are asked, `probe` asks one of them, in a process of its own; `__main__` compares.
"""
