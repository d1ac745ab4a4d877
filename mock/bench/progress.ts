/** Told what is being done, for whoever waits. */
export type Progress = (doing: string) => void;
