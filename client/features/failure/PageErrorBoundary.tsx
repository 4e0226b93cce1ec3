import { useRouteError } from "react-router-dom";
import { PageLoadError } from "../../runtime/error-chain";
import { Crash } from "./Crash";
import { LoadFailure } from "./LoadFailure";

export function PageErrorBoundary() {
  const error = useRouteError();
  return error instanceof PageLoadError ? <LoadFailure error={error} /> : <Crash error={error} />;
}
