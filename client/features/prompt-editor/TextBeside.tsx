import { useId } from "react";
import { localeInfo } from "../../../contract/locales";
import { Icon } from "../../ui/Icon";
import { type EditorState, languageBeside, NO_TEXT } from "./editor-state";
import classes from "./TextBeside.module.css";

/** The words in another language, to be read while one translates them. Where there is no room beside the form, one switches. */
export function TextBeside({ state }: { state: EditorState }) {
  const headingId = useId();
  const language = languageBeside(state);
  if (!language) return null;
  const { title, content, remark, notes } = state.texts[language] ?? NO_TEXT;
  return (
    <section className={classes.beside} data-beside aria-labelledby={headingId}>
      <h3 id={headingId}>
        <Icon name="languages" size={16} />
        <bdi lang={language}>{localeInfo(language).name}</bdi>
      </h3>
      <div className={classes.words} lang={language} dir="auto">
        {title && <b>{title}</b>}
        {[content, remark, notes].map((words, index) => words && <p key={index}>{words}</p>)}
      </div>
    </section>
  );
}
