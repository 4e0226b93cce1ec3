import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Paper.css";
import type { FragmentType } from "@apollo/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import type { TagPill_TagFragment } from "../../gql/graphql";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { MantineScope } from "../../ui/MantineScope";
import { type TagCounts, TagPill } from "../tag";
import { useIntendedList } from "./intended-list";
import { ClearFilters, MatchSwitch } from "./ListToolbar";
import classes from "./TagSheet.module.css";

export type FilterTag = { slug: string } & FragmentType<TagPill_TagFragment>;

interface TagSheetProps {
  tags: readonly FilterTag[];
  total: number | null;
  counts?: TagCounts;
  opened: boolean;
  onClose(): void;
}

/** All tags, at the bottom of a narrow window. */
export function TagSheet({ tags, total, counts = "library", opened, onClose }: TagSheetProps) {
  const { t } = useLingui();
  const { shown } = useIntendedList();
  return (
    <MantineScope>
      <Drawer.Root
        opened={opened}
        onClose={onClose}
        position="bottom"
        size="auto"
        transitionProps={{ duration: 150 }}
        classNames={{ content: classes.content, body: classes.body }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <div className={classes.head}>
            <Drawer.Title className={classes.title}>{t`Filter by tag`}</Drawer.Title>
            <Drawer.CloseButton size={40} icon={<Icon name="close" />} aria-label={t`Close`} />
          </div>
          <Drawer.Body>
            <ul className={classes.tags} aria-label={t`Tags`}>
              {tags.map((tag) => (
                <li key={tag.slug}>
                  <TagPill tag={tag} described={false} counts={shown.q === "" ? counts : "none"} />
                </li>
              ))}
            </ul>
            <div className={classes.foot}>
              <MatchSwitch />
              <div className={classes.actions}>
                <ClearFilters />
                <Button onClick={onClose}>
                  {total ? <Plural value={total} one="Show # prompt" other="Show # prompts" /> : <Trans>Close</Trans>}
                </Button>
              </div>
            </div>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </MantineScope>
  );
}
