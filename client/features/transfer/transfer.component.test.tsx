import { fireEvent, screen } from "@testing-library/react";
import { it } from "vitest";
import { TRANSFER_LIMITS } from "../../../contract/transfer";
import { openPage } from "../../testing/open-page";

const large = new File(["[]"], "a.json");
Object.defineProperty(large, "size", { value: TRANSFER_LIMITS.fileBytes + 1 });

it.each([
  ["a picture", new File(["x"], "a.png"), "Choose a JSON or CSV file."],
  ["more than 20 MB", large, "The file is larger than 20 MB. Nothing was imported."],
])("%s is not sent to be imported, with a reason", async (_, file, message) => {
  await openPage("/en/user/?view=settings", { account: "42" });
  // As by dropping it: a browser's own dialog would not offer it.
  fireEvent.change(await screen.findByLabelText("File to import"), { target: { files: [file] } });
  await screen.findByText(message);
});
