import { setTimeout } from 'node:timers/promises';

/** Longer than anything here takes on a busy machine. */
const PATIENCE_MS = 20_000;

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`This has not come true: ${holds}`);
    await setTimeout(20);
  }
}
