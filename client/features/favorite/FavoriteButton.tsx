import { useLingui } from "@lingui/react/macro";
import { useEffect, useSyncExternalStore } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { favoriteMarks } from "./favorite-marks";
import classes from "./FavoriteButton.module.css";

interface FavoriteButtonProps {
  id: string;
  title: string;
  className?: string | undefined;
  /** Whether it is a favourite as long as nothing else is known. */
  isListed?: boolean;
  onPress?(wanted: boolean): void;
}

/** The heart of a prompt. The server renders it unpressed, the same for everyone. */
export function FavoriteButton({ id, title, className = "", isListed = false, onPress }: FavoriteButtonProps) {
  const { t } = useLingui();
  const { session } = useSite();
  const marks = favoriteMarks(session);
  const isPressed = () => marks.get(id) ?? isListed;
  const pressed = useSyncExternalStore(marks.subscribe, isPressed, () => false);
  useEffect(() => marks.show(id), [marks, id]);
  return (
    <IconButton
      className={`${classes.heart} ${className}`}
      aria-pressed={pressed}
      aria-label={t`Add “${title}” to favourites`}
      data-needs-script
      onClick={() => {
        const wanted = !isPressed();
        marks.press(id, wanted, !wanted);
        onPress?.(wanted);
      }}
    >
      <Icon name="heart" />
    </IconButton>
  );
}
