import type DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { ReadBudget } from "../graphql/read-budget";

/**
 * Creates a loader for one request. The function itself is the key under which a request caches its loader.
 * @param budget for long texts
 */
export type LoaderFactory<Key, Value> = (dataSource: DataSource, budget: ReadBudget) => DataLoader<Key, Value, unknown>;
