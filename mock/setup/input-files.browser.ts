/** A page has the files of the package alone, and no variables. */
export const isLarge = async (): Promise<boolean> => false;
export const absolute = (file: string): string => file;
export const fileByVariable = (): string | undefined => undefined;
export const markAsRead = (): void => {};
