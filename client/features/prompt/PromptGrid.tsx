import { type FragmentType } from "@apollo/client";
import { Fragment, type ReactNode, type Ref } from "react";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import type { Highlight } from "./highlight";
import { PromptCard } from "./PromptCard";
import classes from "./PromptGrid.module.css";

interface PromptGridProps {
  prompts: readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];
  /** Of those of a search, by their numbers. */
  highlights?: ReadonlyMap<string, Highlight>;
  /** Stands after the sixth card. */
  band?: ReactNode;
  ref?: Ref<HTMLUListElement>;
}

const BEFORE_BAND = 6;

export function PromptGrid({ prompts, highlights, band, ref }: PromptGridProps) {
  return (
    <ul className={classes.grid} ref={ref}>
      {prompts.map((prompt, index) => (
        <Fragment key={prompt.id}>
          {band && index === BEFORE_BAND && <li data-band>{band}</li>}
          <li>
            <PromptCard prompt={prompt} highlight={highlights?.get(prompt.id)} />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
