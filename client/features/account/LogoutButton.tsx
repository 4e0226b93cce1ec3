import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useLogout } from "./use-logout";

export interface LogoutButtonProps {
  /** Called before the server is asked. */
  onAsk?(): void;
}

export function LogoutButton({ onAsk }: LogoutButtonProps) {
  const logout = useLogout();
  return (
    <Button
      variant="default"
      onClick={() => {
        onAsk?.();
        logout();
      }}
    >
      <Trans>Log out</Trans>
    </Button>
  );
}
