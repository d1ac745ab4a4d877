/** Numbers in [0, 1) that a seed decides. */
export type Random = () => number;
