/** The REST side of the server. */

import type { CatalogGame, CatalogReply } from "./wire";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    path: string,
  ) {
    super(`${path} answered ${status}`);
  }
}

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new ApiError(answer.status, path);
  return (await answer.json()) as T;
}

export async function catalog(): Promise<CatalogGame[]> {
  return (await get<CatalogReply>("/api/catalog")).games;
}
