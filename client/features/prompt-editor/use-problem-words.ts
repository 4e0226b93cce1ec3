import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FormProblem, useProblemText } from "../../forms/problem-text";

/** What is wrong with a field of a prompt, and how to mend it. @param excess the characters too many */
export function useProblemWords(): (problem: FormProblem, excess: number) => string {
  const { t } = useLingui();
  const problemText = useProblemText("submit-prompt");
  return (problem, excess) => {
    const { code, field, limit } = problem;
    const count = limit ?? 0;
    if (field === "content.blanks" && code === "TOO_MANY") {
      return t`${plural(count, { one: "At most # blank in a text", other: "At most # blanks in a text" })}`;
    }
    if (field === "content.blanks") {
      return t`${plural(count, { one: "The name, the label and the default of a blank may each have at most # character.", other: "The name, the label and the default of a blank may each have at most # characters." })}`;
    }
    if (field === "tags" && code === "TOO_MANY") {
      return t`${plural(count, { one: "At most # tag", other: "At most # tags" })}`;
    }
    if (code === "TOO_LONG" && excess > 0) {
      return t`${plural(excess, { one: "# character too many", other: "# characters too many" })}`;
    }
    return problemText(problem);
  };
}
