import type { JsonObject } from '../json/object';
import type { Contract } from '../model/contract';
import type { DocumentProblem } from '../model/document-problem';

export type { DocumentProblem } from '../model/document-problem';

/** A contract whose document is still being judged. */
export type Unread = Omit<Contract, 'warnings'>;

/** Looks for one kind of problem, and gives the first of that kind; its remedy is what the author does. */
export type DocumentRule = (contract: Unread, document: JsonObject) => DocumentProblem | undefined;
