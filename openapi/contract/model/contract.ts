import type { AllowanceHeaders, Plan } from './allowance';
import type { DocumentProblem } from './document-problem';
import type { ErrorEnvelope } from './error-envelope';
import type { Operation } from './operation';
import type { Resource } from './resource';
import type { Singleton } from './singleton';

export interface Server {
  /** With every variable at its default. */
  readonly url: string;
  readonly description: string;
}

/** The document as it was read, for those who serve or cite it. */
export interface Source {
  /** File, URL or `-`, as it was asked for. */
  readonly name: string;
  /** Where a URL has led after redirects; else the name. */
  readonly url: string;
  readonly text: string;
  /** Of the text. */
  readonly sha256: string;
  /** The parsed document before any `$ref` was followed. */
  readonly json: unknown;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly source: Source;
  /** Of the document and all that its references have led to; the source's own where they lead to no other file. */
  readonly sha256: string;
  readonly servers: readonly Server[];
  /** The path part of the first server's URL, without a slash at its end: `/v1`, or empty. */
  readonly prefix: string;
  readonly operations: readonly Operation[];
  readonly resources: readonly Resource[];
  /** Things at a path of their own, in no collection. By conventions alone: nobody may be judged by them. */
  readonly singletons: readonly Singleton[];
  readonly plans: readonly Plan[];
  readonly allowanceHeaders: AllowanceHeaders;
  /** The usual shape of errors, for those that no operation describes. A reply has its own. */
  readonly envelope: ErrorEnvelope | undefined;
  /** What the document settles of what others leave open: by the id of a silence, the options that are left of it. */
  readonly silences: Readonly<Record<string, readonly string[]>>;
  /** What is wrong with the document, and what is done about it. */
  readonly warnings: readonly DocumentProblem[];
}
