from table_recognition_metric import TEDS


def score(gold, system, options):
    return {"score": TEDS(**options)(open(gold).read(), open(system).read())}
