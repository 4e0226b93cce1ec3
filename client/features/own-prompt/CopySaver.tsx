import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { promptPath } from "../../../contract/pages";
import { failureOf, useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { newIdempotencyKey } from "../../runtime/idempotency-key";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { makeWish } from "../../session/wish";
import { useNotify } from "../../ui/Announcer";
import { forgetOwnLists } from "./own-prompt-cache";

const SaveCopyMutation = graphql(`
  mutation SaveCopy($id: ID!, $idempotencyKey: String!) {
    createPromptCopy(promptId: $id, idempotencyKey: $idempotencyKey) {
      prompt {
        id
      }
    }
  }
`);

interface CopySaverProps {
  /** The number of the prompt to copy. */
  id: string;
  onEnd(): void;
}

/** Saves a copy of a public prompt among the member's own, once, and tells where it is; a visitor signs in first. Shows nothing itself. */
export function CopySaver({ id, onEnd }: CopySaverProps) {
  const { t } = useLingui();
  const client = useApolloClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const path = useLocalePath();
  const { basePath, session } = useSite();
  const withSession = useWithSession();
  const failureText = useFailureText("save-copy");
  const save = async () => {
    // Until an answer has come, the next press asks for the same copy, also over a reload.
    const storage = privateStorage(session);
    const idempotencyKey = storage.read(`copy.${id}`) ?? newIdempotencyKey();
    const keep = (key: string | null) => storage.write(`copy.${id}`, key);
    try {
      keep(idempotencyKey);
      const variables = { id, idempotencyKey };
      const { data } = await withSession(() => client.mutate({ mutation: SaveCopyMutation, variables }));
      keep(null);
      const copy = data?.createPromptCopy?.prompt;
      forgetOwnLists(client.cache);
      const address = path(copy ? promptPath(copy.id) : "/user/");
      notify({
        message: t`Saved to your prompts.`,
        link: { label: t`Open the prompt`, href: basePath + address, open: () => void navigate(address) },
      });
    } catch (error) {
      if (failureOf(error).reason !== "unanswered") keep(null);
      notify({ message: failureText(error) });
    } finally {
      onEnd();
    }
  };
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    if (session.signedIn) {
      void save();
      return;
    }
    makeWish(session, { kind: "copy", promptId: id, value: "ADD" });
    onEnd();
  });
  return null;
}
