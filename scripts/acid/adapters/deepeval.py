import os

os.environ |= {"DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "OPENAI_API_KEY": "none"}
from deepeval.metrics import ToolCorrectnessMetric
from deepeval.test_case import LLMTestCase, ToolCall, ToolCallParams
from inputs import calls


def tools(path):
    return [ToolCall(name=name, input_parameters=found) for name, found in calls(path)]


def score(gold, system, options):
    case = LLMTestCase(input="x", actual_output="x", tools_called=tools(system), expected_tools=tools(gold))
    metric = ToolCorrectnessMetric(async_mode=False, evaluation_params=[ToolCallParams.INPUT_PARAMETERS])
    metric.measure(case, _show_indicator=False)
    return {"score": metric.score}
