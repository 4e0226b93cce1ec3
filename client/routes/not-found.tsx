import { data } from "react-router-dom";
import { NotFoundDocument } from "../features/failure";
import { NotFound } from "../features/not-found";

export function loader() {
  return Promise.resolve(data(null, { status: 404 }));
}

export default NotFound;

/** For the document of what is not found. */
export function ErrorBoundary() {
  return (
    <NotFoundDocument>
      <NotFound />
    </NotFoundDocument>
  );
}
