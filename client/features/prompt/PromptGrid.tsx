import { type FragmentType } from "@apollo/client";
import type { Ref } from "react";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import { PromptCard } from "./PromptCard";
import classes from "./PromptGrid.module.css";

interface PromptGridProps {
  prompts: readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];
  ref?: Ref<HTMLUListElement>;
}

export function PromptGrid({ prompts, ref }: PromptGridProps) {
  return (
    <ul className={classes.grid} ref={ref}>
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <PromptCard prompt={prompt} />
        </li>
      ))}
    </ul>
  );
}
