import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { AllowCrossOrigin } from "../../platform/graphql/cross-origin";
import { apiTokenPayload } from "./account.payload";
import { ApiTokenPayload, ConnectCodePayload } from "./account.type";
import { createConnectCode, redeemConnectCode } from "./connect.service";
import { LIMITED } from "./limit-words";

/** Hands the browser extension an API token: the member allows it on a page of the site, and the extension never sees a password. */
@Resolver()
export class ConnectResolver {
  @Access("session")
  @Mutation(() => ConnectCodePayload, {
    description:
      "Makes a code with which the browser extension gets an API token of the viewer by `redeemConnectCode`, valid once and for 10 minutes. A newer code voids the older one, and so does a new password. BAD_USER_INPUT for what is no challenge.",
  })
  async createConnectCode(
    @Arg("challenge", () => String, {
      description:
        "The SHA-256 of the extension's verifier, in base64url without padding: 43 characters. Only who has the verifier can use the code.",
    })
    challenge: string,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<ConnectCodePayload> {
    return { ...(await createConnectCode(dataSource, actor, challenge)), problems: [] };
  }

  @Access("public")
  @AllowCrossOrigin()
  @Mutation(() => ApiTokenPayload, {
    description: `Creates an API token that may read and write, does not expire and is named "Browser extension", with a code that its owner got by \`createConnectCode\`; the code is then spent. INVALID_OR_EXPIRED_CODE where the code is wrong, was used, has expired or belongs to another verifier. At most ${String(LIMITS.apiTokens)} tokens per account (TOO_MANY; the code is not spent). ${LIMITED.connect} Open to pages of other sites.`,
  })
  async redeemConnectCode(
    @Arg("code", () => String, {
      description: "The code. Small letters, dashes and spaces do not matter; O counts as 0, I and L as 1.",
    })
    code: string,
    @Arg("verifier", () => String, {
      description:
        "The secret whose SHA-256 was the challenge: 43 to 128 letters, digits, `-`, `.`, `_` and `~`, at random, and new for each code.",
    })
    verifier: string,
    @Ctx() context: RequestContext,
  ): Promise<ApiTokenPayload> {
    const { program, ...created } = await redeemConnectCode(context.dataSource, context.actor, code, verifier);
    // A visitor may read what was made for them.
    if (program && context.actor.kind === "visitor") context.actor = program;
    return apiTokenPayload(created);
  }
}
