/** A bundle for pages is made of a document that the build has checked. */
export const isPrevalidated = (): boolean => true;
