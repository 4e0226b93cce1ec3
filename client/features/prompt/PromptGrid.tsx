import { type FragmentType } from "@apollo/client";
import { Fragment, type ReactNode, type Ref } from "react";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import { PromptCard } from "./PromptCard";
import classes from "./PromptGrid.module.css";

interface PromptGridProps {
  prompts: readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];
  /** Stands after the sixth card. */
  band?: ReactNode;
  ref?: Ref<HTMLUListElement>;
}

const BEFORE_BAND = 6;

export function PromptGrid({ prompts, band, ref }: PromptGridProps) {
  return (
    <ul className={classes.grid} ref={ref}>
      {prompts.map((prompt, index) => (
        <Fragment key={prompt.id}>
          {band && index === BEFORE_BAND && <li data-band>{band}</li>}
          <li>
            <PromptCard prompt={prompt} />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
