import type DataLoader from "dataloader";
import type { DataSource } from "typeorm";

/** Creates a loader for one request. The function itself is the key under which a request caches its loader. */
export type LoaderFactory<Key, Value> = (dataSource: DataSource) => DataLoader<Key, Value, unknown>;
