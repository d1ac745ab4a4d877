/** Called with what is being done, to show it to the user. */
export type Progress = (doing: string) => void;
