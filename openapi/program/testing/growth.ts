/** How much longer a task takes with twice, and with four times, the input. Linear work has about 2 and 4. */
export interface Growth {
  readonly twice: number;
  readonly fourTimes: number;
}

/** Between linear work, with 4 (up to 7 where memory has to be made), and quadratic work, with 16. */
const MOST_OF_LINEAR = 10;
/** One run of the smallest input is repeated until it takes this long, so that the grain of the measure does not count. */
const MEASURABLE_MS = 2;
/** Many, since only work that is not linear needs them all. */
const ROUNDS = 40;

/**
 * Measures how a task's time grows with its input, as ratios of the shortest times that several rounds have seen. Rounds
 * end as soon as the growth looks linear, since other threads and a busy machine can only make it look worse.
 *
 * @param prepare makes the input of a size, and returns the task that is measured with it
 * @param size of the smallest input; the others are two and four times as large
 * @param rounds at the most
 */
export function growthOf(prepare: (size: number) => () => unknown, size: number, rounds = ROUNDS): Growth {
  const tasks = [size, 2 * size, 4 * size].map(prepare);
  const shortest = tasks.map(() => Number.POSITIVE_INFINITY);
  const [first] = tasks;
  const repeats = first === undefined ? 1 : repeatsOf(first);
  const growth = (): Growth => {
    const [once = 0, twice = 0, fourTimes = 0] = shortest;
    return { twice: twice / once, fourTimes: fourTimes / once };
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, task] of tasks.entries()) {
      shortest[index] = Math.min(shortest[index] ?? Number.POSITIVE_INFINITY, timeOf(task, repeats));
    }
    if (round > 1 && isLinear(growth())) break;
  }
  return growth();
}

/** Whether a growth is that of work which is linear in its input, or nearly. */
export const isLinear = ({ fourTimes }: Growth): boolean => fourTimes < MOST_OF_LINEAR;

function repeatsOf(task: () => unknown): number {
  task();
  let repeats = 1;
  while (timeOf(task, repeats) < MEASURABLE_MS) repeats *= 2;
  return repeats;
}

function timeOf(task: () => unknown, repeats: number): number {
  // Of this process: what else a busy machine does meanwhile does not count.
  const start = process.cpuUsage();
  for (let count = 0; count < repeats; count += 1) task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
