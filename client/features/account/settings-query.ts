import { graphql } from "../../gql";

/** All of an account that its owner can see; its parts below show and change it. */
export const AccountSettingsQuery = graphql(`
  query AccountSettings {
    viewer {
      ...AccountViewer @unmask
      ...EmailSettings_viewer @unmask
      ...SessionList_viewer @unmask
      ...ApiTokenList_viewer @unmask
    }
  }
`);
