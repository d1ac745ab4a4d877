/** A page has nothing to watch. */
export const documentFiles = async (): Promise<readonly string[]> => [];
