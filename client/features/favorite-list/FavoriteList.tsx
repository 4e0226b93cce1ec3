import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { LIMITS } from "../../../contract/limits";
import { LoadFailure } from "../../forms/LoadFailure";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyPanel } from "../../ui/EmptyPanel";
import { RowsLoading } from "../../ui/RowsLoading";
import { keepLength } from "../../ui/kept-length";
import { useRetryOnline } from "../../ui/use-retry-online";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { FailureWords } from "../failure";
import { favoriteMarks } from "../favorite";
import { FavoriteRow, type Step } from "./FavoriteRow";
import { type FavoriteConnection, useFavorites } from "./use-favorites";
import { rowClasses } from "../prompt";
import classes from "./FavoriteList.module.css";

const HEADING = "favorites";
/** How long a removal can be undone. */
const UNDO_MS = 30_000;

/** A list has one dimension, and ends. */
const withinList: Modifier = ({ transform, draggingNodeRect: row, containerNodeRect: rows }) => {
  const y = row && rows ? Math.min(Math.max(transform.y, rows.top - row.top), rows.bottom - row.bottom) : transform.y;
  return { ...transform, x: 0, y };
};

/** The member's favourites in their own order. */
export function FavoriteList() {
  const { list, error, retry, order, more, loadMore } = useFavorites();
  if (error) return <LoadFailure error={error} action="load-favorites" onRetry={retry} />;
  if (!list) return <RowsLoading of="list" />;
  return <LoadedList list={list} order={order} more={more} loadMore={loadMore} />;
}

interface LoadedListProps extends Pick<ReturnType<typeof useFavorites>, "order" | "more" | "loadMore"> {
  list: FavoriteConnection;
}

function LoadedList({ list, order, more, loadMore }: LoadedListProps) {
  const { t, i18n } = useLingui();
  const { session } = useSite();
  const announce = useAnnounce();
  const notify = useNotify();
  const marks = favoriteMarks(session);
  // What was removed here stays in the list that is loaded, so that undoing it needs no answer.
  const removed = useSyncExternalStore(
    marks.subscribe,
    () =>
      list.nodes
        .filter(({ prompt }) => marks.get(prompt.id) === false)
        .map(({ prompt }) => prompt.id)
        .join(),
    () => "",
  ).split(",");
  const nodes = list.nodes.filter(({ prompt }) => !removed.includes(prompt.id));
  const ids = nodes.map(({ prompt }) => prompt.id);
  const total = Math.max(list.totalCount - (list.nodes.length - nodes.length), ids.length);
  const lastOver = useRef<string | number>("");
  const { key } = useLocation();
  const latestLoad = useRef(loadMore);
  useEffect(() => {
    latestLoad.current = loadMore;
  });
  const { hasNextPage: hasMore } = list.pageInfo;
  useEffect(() => {
    const load = (size: number) => void latestLoad.current(Math.min(size, LIMITS.pageSize));
    keepLength({ key, count: list.nodes.length, hasMore, load });
  }, [key, list.nodes.length, hasMore]);
  useRetryOnline(more.failure === null ? null : () => void loadMore());
  const latest = useRef({ ids, hasMore: list.pageInfo.hasNextPage });
  useEffect(() => {
    latest.current = { ids, hasMore: list.pageInfo.hasNextPage };
  });

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    // At once: a key that is pressed while the page still scrolls would count from where the row is just then.
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: "auto" }),
  );

  /** @param before null for the end of what is loaded */
  const move = async (id: string, before: string | null) => {
    const shown = latest.current.ids;
    if (before !== null || !latest.current.hasMore) {
      order.move(shown, id, before);
      return;
    }
    // What comes after the last row is not known yet. Without it the row stays where it is.
    const next = await loadMore();
    const following = next?.nodes.find(({ prompt }) => !shown.includes(prompt.id))?.prompt.id;
    if (next) order.move([...shown, ...(following ? [following] : [])], id, following ?? null);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    const from = ids.indexOf(String(active.id));
    const to = ids.indexOf(String(over.id));
    if (from === -1 || to === -1) return;
    void move(String(active.id), ids[to > from ? to + 1 : to] ?? null);
  };
  const step = (id: string, title: string, where: Step) => {
    const at = ids.indexOf(id);
    const target = { top: 0, up: at - 1, down: at + 2, bottom: ids.length }[where];
    if (where === "bottom") order.move(ids, id, null);
    else void move(id, ids[target] ?? null);
    const position = i18n.number(where === "bottom" ? total : Math.min(where === "down" ? at + 2 : target + 1, total));
    const all = i18n.number(total);
    announce(t`“${title}” is at position ${position} of ${all} now.`);
  };
  const remove = (id: string) => {
    const after = ids[ids.indexOf(id) + 1] ?? null;
    const isLast = ids.indexOf(id) === ids.length - 1;
    const undo = () => {
      marks.press(id, true, false);
      // It comes back at the top. At the end of what is loaded, its place is that of the row before.
      const shown = [id, ...latest.current.ids.filter((each) => each !== id)];
      if (!isLast || !latest.current.hasMore) order.move(shown, id, after);
    };
    const action = { label: t`Undo`, ms: UNDO_MS, takesFocus: true, run: undo };
    notify({ message: t`Removed from your favourites`, action });
  };

  const place = (id: string | number | undefined) => {
    const position = i18n.number(ids.indexOf(String(id)) + 1);
    return { position, all: i18n.number(total) };
  };
  const titleOf = (active: { data: { current?: unknown } }) =>
    (active.data.current as { title?: string } | undefined)?.title ?? "";
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastOver.current = active.id;
      const { position, all } = place(active.id);
      const title = titleOf(active);
      return t`“${title}” is lifted, at position ${position} of ${all}.`;
    },
    onDragOver: ({ active, over }) => {
      // A row is over its own place from the start: that would silence that it is lifted.
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      const { position, all } = place(over.id);
      const title = titleOf(active);
      return t`“${title}” is over position ${position} of ${all}.`;
    },
    onDragEnd: ({ active, over }) => {
      const { position, all } = place(over?.id ?? active.id);
      const title = titleOf(active);
      return t`“${title}” is at position ${position} of ${all} now.`;
    },
    onDragCancel: ({ active }) => {
      const title = titleOf(active);
      return t`“${title}” is back where it was.`;
    },
  };

  const hidden = list.hiddenCount ?? 0;
  const hiddenNote = hidden > 0 && (
    <p className={classes.note}>
      <Plural
        value={hidden}
        one="# of your favourites is not shared at present. It comes back when its author shares it again."
        other="# of your favourites are not shared at present. They come back when their authors share them again."
      />
    </p>
  );
  if (ids.length === 0 && !list.pageInfo.hasNextPage) {
    return (
      <>
        <NoFavorites />
        {hiddenNote}
      </>
    );
  }
  return (
    <section aria-labelledby={HEADING}>
      <h2 id={HEADING} className={classes.title} tabIndex={-1}>
        <Trans>My favourites</Trans>{" "}
        <span className={classes.total}>
          <span aria-hidden="true">{i18n.number(total)}</span>
          <VisuallyHidden>{t`${plural(total, { one: "# prompt", other: "# prompts" })}`}</VisuallyHidden>
        </span>
      </h2>
      {hiddenNote}
      <DndContext
        id="favorites-order"
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[withinList]}
        accessibility={{
          announcements,
          screenReaderInstructions: {
            draggable: t`Press Space to lift it, the arrow keys to move it, Space to drop it, and Escape to leave it where it was.`,
          },
        }}
        onDragEnd={drop}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ul className={rowClasses.rows}>
            {nodes.map(({ prompt }, index) => (
              <FavoriteRow
                key={prompt.id}
                id={prompt.id}
                prompt={prompt}
                isFirst={index === 0}
                isLast={index === total - 1}
                onMove={step}
                onRemove={remove}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {list.pageInfo.hasNextPage && (
        <div className={classes.more}>
          {more.failure !== null && (
            <p role="alert">
              <FailureWords error={more.failure}>
                <Trans>More prompts could not be loaded. Try again.</Trans>
              </FailureWords>
            </p>
          )}
          <Button variant="default" aria-busy={more.busy} onClick={() => !more.busy && void loadMore()}>
            {more.busy ? <Trans>Loading…</Trans> : <Trans>Load more</Trans>}
          </Button>
        </div>
      )}
    </section>
  );
}

function NoFavorites() {
  const path = useLocalePath();
  return (
    <EmptyPanel
      id={HEADING}
      title={<Trans>No favourites yet</Trans>}
      action={
        <ButtonLink className={classes.way} to={path("/")}>
          <Trans>Look through the library</Trans>
        </ButtonLink>
      }
    >
      <Trans>Press the heart of a prompt, and it is here, on all your devices.</Trans>
    </EmptyPanel>
  );
}
