import type { World } from '../world/model';

const listeners = new WeakMap<World, Set<() => void>>();

/** Tells those who look at a world that something was changed in it otherwise than by a request to the API. */
export function announce(world: World): void {
  for (const hear of listeners.get(world) ?? []) hear();
}

/** @returns how to stop */
export function onChange(world: World, hear: () => void): () => void {
  const ofWorld = listeners.get(world) ?? new Set();
  listeners.set(world, ofWorld.add(hear));
  return () => ofWorld.delete(hear);
}
