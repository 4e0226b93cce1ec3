import { graphql } from "../../gql";

/** All account data of the settings page. Mutations of its sections refetch it. */
export const AccountSettingsQuery = graphql(`
  query AccountSettings {
    viewer {
      user {
        id
      }
      digest {
        hour
        timeZone
      }
      ...AccountViewer @unmask
      ...EmailSettings_viewer @unmask
      ...SessionList_viewer @unmask
      ...ApiTokenList_viewer @unmask
    }
  }
`);
