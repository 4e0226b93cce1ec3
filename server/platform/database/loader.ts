import type DataLoader from "dataloader";
import type { DataSource } from "typeorm";

/** Makes a loader for one request. Its identity is the loader's name. */
export type LoaderFactory<Key, Value> = (dataSource: DataSource) => DataLoader<Key, Value, unknown>;
