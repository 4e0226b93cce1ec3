import type { ReactNode } from "react";
import { PRODUCT_NAME } from "../../contract/product";

/** The keys as buttons, and beside our mark a word about the above. */
export function PickerFoot({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <footer className="picker-foot">
      {children}
      <span className="picker-note">
        <img src="/icon/32.png" width="18" height="18" alt={PRODUCT_NAME} />
        {note}
      </span>
    </footer>
  );
}
