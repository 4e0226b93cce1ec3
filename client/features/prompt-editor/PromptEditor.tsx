import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Failure } from "../../forms/Form";
import { failureOf, useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useViewer } from "../../session/viewer";
import { Button } from "../../ui/Button";
import { PageLoading } from "../../ui/PageLoading";
import { useRetryOnline } from "../../ui/use-retry-online";
import { isNewDraftPlace, newDraftPlace, promptDraft } from "./drafts";
import { EditorDialog } from "./EditorDialog";
import type { PromptEditorProps } from "./editor-props";
import type { SavedPrompt } from "./editor-state";
import { OpenEditor } from "./OpenEditor";
import { loadSavedPrompt } from "./saved-prompt";
import type { EditorTag } from "./suggest-tags";
import classes from "./EditorDialog.module.css";

const EditorTagsQuery = graphql(`
  query EditorTags($locale: Locale!) {
    tags(first: 100) {
      nodes {
        slug
        label(locale: $locale)
        description(locale: $locale)
      }
    }
  }
`);

/** The tag of the library's picks. */
const RESERVED_TAG = "favorite";

type Loaded = { saved: SavedPrompt | null; tags: EditorTag[]; isLost: boolean } | { error: unknown } | null;

/** Adds or changes a prompt of the member's. */
export function PromptEditor({ promptId: asked, ...events }: PromptEditorProps) {
  const { locale, session } = useSite();
  const client = useApolloClient();
  const withSession = useWithSession();
  const { viewer, error: noViewer, retry: askAgain } = useViewer();
  const failureText = useFailureText("load-prompt");
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [tries, setTries] = useState(0);
  const [place] = useState(() => asked ?? newDraftPlace());
  const promptId = isNewDraftPlace(place) ? null : place;

  useEffect(() => {
    let active = true;
    const load = async () => {
      const variables = { locale: localeName(locale) };
      const [saved, { data }] = await Promise.all([
        promptId === null ? null : withSession(() => loadSavedPrompt(client, promptId)),
        client.query({ query: EditorTagsQuery, variables }),
      ]);
      const tags = (data?.tags.nodes ?? []).filter(({ slug }) => slug !== RESERVED_TAG);
      // Nothing typed is lost: the draft of a prompt that is deleted by now can be saved as a new one.
      const isLost = promptId !== null && !saved && !promptDraft(privateStorage(session), promptId).read();
      return { saved, tags, isLost };
    };
    load().then(
      (result) => active && setLoaded(result),
      (error: unknown) => active && setLoaded({ error }),
    );
    return () => {
      active = false;
    };
  }, [client, session, withSession, promptId, locale, tries]);

  const error = loaded && "error" in loaded ? loaded.error : noViewer;
  const mayRetry = Boolean(error) && failureOf(error).reason !== "missing";
  const retry = () => {
    askAgain();
    setLoaded(null);
    setTries(tries + 1);
  };
  useRetryOnline(mayRetry ? retry : null);

  const close = () => {
    events.onHide();
    events.onEnd();
  };
  const title = promptId === null ? <Trans>Add a prompt</Trans> : <Trans>Change the prompt</Trans>;
  const isLost = loaded && "isLost" in loaded && loaded.isLost;
  if (viewer && loaded && "tags" in loaded && !isLost) {
    const { saved, tags } = loaded;
    return (
      <OpenEditor
        {...events}
        saved={saved}
        tags={tags}
        promptId={promptId}
        isBegun={asked === null}
        place={place}
        username={viewer.user.username}
        title={title}
      />
    );
  }
  return (
    <EditorDialog opened title={title} onClose={close}>
      <div className={classes.waiting}>
        {isLost ? (
          <Missing />
        ) : error ? (
          <>
            <Failure message={failureText(error)} />
            {mayRetry && (
              <Button data-autofocus onClick={retry}>
                <Trans>Retry</Trans>
              </Button>
            )}
          </>
        ) : (
          <PageLoading />
        )}
      </div>
    </EditorDialog>
  );
}

function Missing() {
  const { t } = useLingui();
  return <Failure message={t`You have no such prompt. It may have been deleted.`} />;
}
