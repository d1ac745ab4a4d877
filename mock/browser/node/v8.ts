/** What browsers give a page on small machines; they tell none. */
export const getHeapStatistics = () => ({ heap_size_limit: 2 ** 31 });
