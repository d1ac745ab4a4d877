/** What the page uses of swagger-ui-dist, which comes without types: its script sets one global. */
interface SwaggerUI {
  preauthorizeApiKey(scheme: string, value: string): void;
}

interface Options {
  readonly spec: object;
  readonly domNode: HTMLElement;
  readonly validatorUrl: null;
  readonly deepLinking: boolean;
  readonly tryItOutEnabled: boolean;
  readonly persistAuthorization: boolean;
  readonly plugins: readonly (() => Plugin)[];
  readonly onComplete: () => void;
}

export type Component = unknown;

interface System {
  readonly React: { createElement(type: Component, properties: object | null, ...children: unknown[]): unknown };
}

/** Replaces components, by their names. */
export interface Plugin {
  readonly wrapComponents: Readonly<Record<string, (original: Component, system: System) => Component>>;
}

declare global {
  const SwaggerUIBundle: (options: Options) => SwaggerUI;
}
