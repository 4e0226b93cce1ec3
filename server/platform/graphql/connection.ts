import { Field, Int, ObjectType } from "type-graphql";
import { Access } from "./access";
import { encodeCursor, type CursorKey } from "./cursor";
import { beyond, slicePage, type PageWindow } from "./page-window";

@Access("public")
@ObjectType({ description: "Where a page lies in its list, by Relay's cursor connection specification." })
class PageInfo {
  constructor(
    private readonly flags: { next: () => boolean | Promise<boolean>; previous: () => boolean | Promise<boolean> },
  ) {}

  @Field(() => Boolean, { description: "Whether more comes after this page." })
  hasNextPage(): boolean | Promise<boolean> {
    return this.flags.next();
  }

  @Field(() => Boolean, { description: "Whether more comes before this page." })
  hasPreviousPage(): boolean | Promise<boolean> {
    return this.flags.previous();
  }

  @Field(() => String, { nullable: true, description: "The cursor of the first edge; null on an empty page." })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: "The cursor of the last edge; null on an empty page." })
  endCursor!: string | null;
}

export interface Edge<Node> {
  cursor: string;
  node: Node;
}

export interface Connection<Node> {
  edges: Edge<Node>[];
  nodes: Node[];
  pageInfo: PageInfo;
  totalCount(): Promise<number>;
}

interface ConnectionClass<Node> {
  new (parts: Omit<Connection<Node>, "totalCount">, count: () => Promise<number>): Connection<Node>;
  /** The type of its edges, to which features can add fields. */
  readonly Edge: new () => Edge<Node>;
}

/** Creates the types `<name>Edge` and `<name>Connection`. */
export function connectionOf<Node extends object>(
  name: string,
  node: () => new (...args: never[]) => Node,
): ConnectionClass<Node> {
  @Access("public")
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One ${name} of a connection and its cursor.` })
  class NodeEdge implements Edge<Node> {
    @Field(() => String, {
      description: "Opaque; for `after` and `before` of the same list, with the same parent, filter and order.",
    })
    cursor!: string;

    @Field(node, { description: `The ${name}.` })
    node!: Node;
  }

  @Access("public")
  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class NodeConnection implements Connection<Node> {
    static readonly Edge = NodeEdge;

    constructor(
      parts: Omit<Connection<Node>, "totalCount">,
      private readonly count: () => Promise<number>,
    ) {
      Object.assign(this, parts);
    }

    @Field(() => [NodeEdge], { description: "The page's rows with their cursors." })
    edges!: NodeEdge[];

    @Field(() => [node()], { description: "The page's rows without cursors." })
    nodes!: Node[];

    @Field(() => PageInfo, { description: "Where the page lies in the list." })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: "How many the whole list has. Counted only when it is selected." })
    totalCount(): Promise<number> {
      return this.count();
    }
  }
  return NodeConnection;
}

/** A list that can be paged through. Implemented by features. */
export interface PageSource<Row, Node> {
  /** Reads `window.limit` rows in the window's reading direction. */
  read(window: PageWindow): Promise<Row[]>;
  count(): Promise<number>;
  position(row: Row): { key: CursorKey; id: number };
  node(row: Row): Node;
}

/** Reads one page in a single statement, unless the selection has a flag or total that takes another one. */
export async function readPage<Row, Node>(
  ConnectionType: ConnectionClass<Node>,
  window: PageWindow,
  source: PageSource<Row, Node>,
): Promise<Connection<Node>> {
  const slice = slicePage(window, await source.read(window));
  const edges = slice.rows.map((row) => ({
    cursor: encodeCursor(window.order, source.position(row)),
    node: source.node(row),
  }));
  const lookBeyond = async (cursor: "after" | "before") => (await source.read(beyond(window, cursor))).length > 0;
  const pageInfo = Object.assign(
    new PageInfo({
      next: () => slice.hasNextPage ?? lookBeyond("before"),
      previous: () => slice.hasPreviousPage ?? lookBeyond("after"),
    }),
    { startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
  );
  return new ConnectionType({ edges, nodes: edges.map((edge) => edge.node), pageInfo }, () => source.count());
}
