import { type FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { LOCALES, localePath } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import classes from "./SideLinks.module.css";

const OtherLanguages_prompt = graphql(`
  fragment OtherLanguages_prompt on Prompt {
    id
    languages
  }
`);

/** Links to the prompt in its other languages. Plain links, because another language needs a new document. */
export function OtherLanguages({ prompt }: { prompt: FragmentType<typeof OtherLanguages_prompt> }) {
  const { locale, basePath } = useSite();
  const { data, complete } = useFragment({ fragment: OtherLanguages_prompt, from: prompt });
  if (!complete) return null;
  const others = LOCALES.filter(({ code }) => code !== locale && data.languages.includes(localeName(code)));
  if (others.length === 0) return null;
  return (
    <nav className={classes.section} aria-labelledby="other-languages">
      <h2 id="other-languages">
        <Trans>In other languages</Trans>
      </h2>
      <ul>
        {others.map(({ code, name, dir }) => (
          <li key={code}>
            <a href={`${basePath}${localePath(code, promptPath(data.id))}`} lang={code} dir={dir} hrefLang={code}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
