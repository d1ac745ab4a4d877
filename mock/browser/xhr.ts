import { clearTimeout, setTimeout } from 'node:timers';
import { absolute, type Surroundings, type Xhr, type XhrClass } from './dom';

/** The states of XMLHttpRequest (https://xhr.spec.whatwg.org/#states). */
const UNSENT = 0;
const OPENED = 1;
const HEADERS_RECEIVED = 2;
const LOADING = 3;
const DONE = 4;

/** A request that the mock answers. */
interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly stop: AbortController;
  state: number;
  isSent: boolean;
  isUploaded: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  response: Response | undefined;
  bytes: Uint8Array;
  /** What `overrideMimeType` has said. */
  mime: string | undefined;
}

interface Answering {
  takes(url: string): boolean;
  answer(request: Request): Promise<Response>;
}

/**
 * A class of XMLHttpRequest whose requests the mock answers where they are for it. It is made of the browser's own, which does all else,
 * and whose handlers (`onload` and the like) are called by the events.
 */
export function xhrClass(page: Surroundings, Own: XhrClass, { takes, answer }: Answering): XhrClass {
  return class XMLHttpRequest extends Own implements Xhr {
    #exchange: Exchange | undefined;

    override open(method: string, url: string | URL, ...rest: readonly unknown[]): void {
      const address = absolute(page, String(url));
      const isOpened = this.#exchange?.state === OPENED;
      if (this.#exchange !== undefined) endQuietly(this.#exchange);
      this.#exchange = undefined;
      // All of them: `async` is true where it is left out, and false where it is undefined.
      if (address === undefined || !takes(address)) {
        super.open(method, url, ...rest);
        return;
      }
      if (rest.length > 0 && !rest[0]) {
        throw new DOMException(
          'The mock in the page answers no XMLHttpRequest that waits (async false).',
          'InvalidAccessError',
        );
      }
      const request = requestOf(address, method);
      this.#exchange = {
        ...{ method: request.method, url: address, headers: new Headers(), stop: new AbortController() },
        ...{ state: OPENED, isSent: false, isUploaded: false, timer: undefined },
        ...{ response: undefined, bytes: new Uint8Array(), mime: undefined },
      };
      if (!isOpened) this.#tell('readystatechange');
    }

    override setRequestHeader(name: string, value: string): void {
      if (this.#exchange === undefined) {
        super.setRequestHeader(name, value);
        return;
      }
      const { headers } = this.#ensureUnsent(this.#exchange);
      try {
        headers.append(name, value);
      } catch {
        throw new DOMException(`${name}: ${value} is no header.`, 'SyntaxError');
      }
    }

    override send(body: unknown = null): void {
      if (this.#exchange === undefined) {
        super.send(body);
        return;
      }
      const exchange = this.#ensureUnsent(this.#exchange);
      const request = this.#requestOf(exchange, body);
      exchange.isSent = true;
      exchange.isUploaded = request.body === null && !hasContent(exchange, body);
      this.#tell('loadstart', 0, 0);
      if (!exchange.isUploaded) this.#tellUpload('loadstart', 0, sizeOf(serialized(page, body)));
      if (this.#exchange !== exchange || exchange.state !== OPENED) return;
      if (this.timeout > 0) exchange.timer = setTimeout(() => this.#fail(exchange, 'timeout'), this.timeout);
      this.#exchangeWith(exchange, request).catch(() => this.#fail(exchange, 'error'));
    }

    override abort(): void {
      const exchange = this.#exchange;
      if (exchange === undefined) {
        super.abort();
        return;
      }
      const isUnderWay = (exchange.state === OPENED && exchange.isSent) || isReceiving(exchange);
      if (isUnderWay) this.#fail(exchange, 'abort');
      endQuietly(exchange);
      if (this.#exchange === exchange && exchange.state === DONE) forget(exchange, UNSENT);
    }

    override get readyState(): number {
      return this.#exchange?.state ?? super.readyState;
    }

    override get status(): number {
      return this.#exchange === undefined ? super.status : (this.#exchange.response?.status ?? 0);
    }

    override get statusText(): string {
      return this.#exchange === undefined ? super.statusText : (this.#exchange.response?.statusText ?? '');
    }

    override get responseURL(): string {
      return this.#exchange === undefined ? super.responseURL : (this.#exchange.response?.url ?? '');
    }

    override getResponseHeader(name: string): string | null {
      if (this.#exchange === undefined) return super.getResponseHeader(name);
      return this.#exchange.response?.headers.get(name) ?? null;
    }

    override getAllResponseHeaders(): string {
      if (this.#exchange === undefined) return super.getAllResponseHeaders();
      const headers = [...(this.#exchange.response?.headers ?? [])];
      return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    override overrideMimeType(mime: string): void {
      if (this.#exchange === undefined) {
        super.overrideMimeType(mime);
        return;
      }
      if (this.#exchange.state >= LOADING) throw invalidState('overrideMimeType');
      this.#exchange.mime = mime;
    }

    override get responseType(): string {
      return super.responseType;
    }

    override set responseType(type: string) {
      if (this.#exchange !== undefined && this.#exchange.state >= LOADING) throw invalidState('responseType');
      super.responseType = type;
    }

    override get withCredentials(): boolean {
      return super.withCredentials;
    }

    override set withCredentials(wanted: boolean) {
      const exchange = this.#exchange;
      if (exchange !== undefined && (exchange.isSent || exchange.state > OPENED)) throw invalidState('withCredentials');
      super.withCredentials = wanted;
    }

    override get response(): unknown {
      const exchange = this.#exchange;
      if (exchange === undefined) return super.response;
      const { responseType } = this;
      if (responseType === '' || responseType === 'text') return exchange.state >= LOADING ? textOf(exchange) : '';
      if (exchange.state !== DONE || exchange.response === undefined) return null;
      switch (responseType) {
        case 'arraybuffer':
          return exchange.bytes.slice().buffer;
        case 'blob':
          return new Blob([exchange.bytes], { type: mimeOf(exchange) });
        case 'json':
          return jsonOf(exchange);
        default:
          return this.#document(exchange);
      }
    }

    override get responseText(): string {
      if (this.#exchange === undefined) return super.responseText;
      if (this.responseType !== '' && this.responseType !== 'text') throw invalidState('responseText');
      return String(this.response);
    }

    override get responseXML(): unknown {
      const exchange = this.#exchange;
      if (exchange === undefined) return super.responseXML;
      if (this.responseType !== '' && this.responseType !== 'document') throw invalidState('responseXML');
      return exchange.state === DONE ? this.#document(exchange) : null;
    }

    #ensureUnsent(exchange: Exchange): Exchange {
      if (exchange.state !== OPENED || exchange.isSent) throw invalidState('this method');
      return exchange;
    }

    #requestOf(exchange: Exchange, body: unknown): Request {
      const { method, url, headers, stop } = exchange;
      const credentials = this.withCredentials ? 'include' : 'same-origin';
      return new Request(url, {
        ...{ method, headers, credentials, signal: stop.signal },
        // The cast is true: what is no document is what `fetch` takes, too, or is made a text as there.
        ...(hasContent(exchange, body) && { body: serialized(page, body) as RequestInit['body'] }),
      } as RequestInit);
    }

    async #exchangeWith(exchange: Exchange, request: Request): Promise<void> {
      const isOver = (): boolean => this.#exchange !== exchange || exchange.stop.signal.aborted;
      const { isUploaded } = exchange;
      const bytes = isUploaded ? undefined : await request.arrayBuffer();
      if (isOver()) return;
      if (bytes !== undefined) {
        exchange.isUploaded = true;
        for (const type of ['progress', 'load', 'loadend']) this.#tellUpload(type, bytes.byteLength, bytes.byteLength);
      }
      const response = await answer(bytes === undefined ? request : withBody(request, bytes));
      if (isOver()) return;
      exchange.response = response;
      exchange.state = HEADERS_RECEIVED;
      this.#tell('readystatechange');
      const total = Number(response.headers.get('content-encoding') === null && response.headers.get('content-length'));
      const reader = response.body?.getReader();
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        if (isOver()) return void reader?.cancel().catch(() => {});
        exchange.bytes = joined(exchange.bytes, part.value);
        exchange.state = LOADING;
        this.#tell('readystatechange');
        this.#tell('progress', exchange.bytes.length, total);
      }
      if (isOver()) return;
      clearTimeout(exchange.timer);
      exchange.state = DONE;
      exchange.isSent = false;
      this.#tell('readystatechange');
      // A listener may have aborted it.
      const told = (): number => (exchange.response === undefined ? 0 : total);
      for (const type of ['load', 'loadend']) this.#tell(type, exchange.bytes.length, told());
    }

    /** https://xhr.spec.whatwg.org/#request-error-steps */
    #fail(exchange: Exchange, type: 'abort' | 'error' | 'timeout'): void {
      if (this.#exchange !== exchange || exchange.stop.signal.aborted) return;
      endQuietly(exchange);
      forget(exchange, DONE);
      exchange.isSent = false;
      this.#tell('readystatechange');
      if (!exchange.isUploaded) {
        exchange.isUploaded = true;
        for (const one of [type, 'loadend']) this.#tellUpload(one, 0, 0);
      }
      for (const one of [type, 'loadend']) this.#tell(one, 0, 0);
    }

    #tell(type: string, loaded?: number, total = 0): void {
      this.dispatchEvent(eventOf(page, type, loaded, total));
    }

    #tellUpload(type: string, loaded: number, total: number): void {
      this.upload.dispatchEvent(eventOf(page, type, loaded, total));
    }

    #document(exchange: Exchange): unknown {
      const { DOMParser } = page;
      const type = mimeOf(exchange).replace(/;.*/s, '').trim();
      // Of a response that is not asked for as a document, only XML becomes one.
      const isMarkup = /[/+]xml$/.test(type) || (type === 'text/html' && this.responseType === 'document');
      if (DOMParser === undefined || !isMarkup || exchange.bytes.length === 0) return null;
      return new DOMParser().parseFromString(
        textOf(exchange),
        /^(text|application)\/(html|xml)$/.test(type) ? type : 'application/xml',
      );
    }
  };
}

/** Its answer is not waited for any more. */
function endQuietly({ stop, timer }: Exchange): void {
  clearTimeout(timer);
  stop.abort();
}

/** What has come of it is not there any more. */
function forget(exchange: Exchange, state: number): void {
  exchange.state = state;
  exchange.response = undefined;
  exchange.bytes = new Uint8Array();
}

/**
 * A request with this method, which is in upper case if it is a usual one.
 *
 * @throws SyntaxError and SecurityError as `open` does
 */
function requestOf(address: string, method: string): Request {
  try {
    return new Request(address, { method });
  } catch {
    const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
    throw new DOMException(`${method} is no method for a page.`, isToken ? 'SecurityError' : 'SyntaxError');
  }
}

/** How many bytes a body has; 0 where that is known only once it is sent. */
function sizeOf(body: unknown): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  return body instanceof FormData ? 0 : new TextEncoder().encode(String(body)).length;
}

const isReceiving = ({ state }: Exchange): boolean => state === HEADERS_RECEIVED || state === LOADING;

const hasContent = ({ method }: Exchange, body: unknown): boolean =>
  body !== null && body !== undefined && method !== 'GET' && method !== 'HEAD';

/** The same request with a body that has been read; one of nothing is none. */
const withBody = (request: Request, bytes: ArrayBuffer): Request =>
  new Request(request.url, {
    ...{ method: request.method, headers: request.headers, credentials: request.credentials, signal: request.signal },
    ...(bytes.byteLength > 0 && { body: bytes }),
  });

/** A document is sent as its text. */
function serialized({ XMLSerializer }: Surroundings, body: unknown): unknown {
  const isDocument = typeof body === 'object' && body !== null && 'documentElement' in body;
  return isDocument && XMLSerializer !== undefined ? new XMLSerializer().serializeToString(body) : body;
}

const invalidState = (what: string): DOMException =>
  new DOMException(`The state of the XMLHttpRequest does not allow ${what}.`, 'InvalidStateError');

function eventOf({ ProgressEvent }: Surroundings, type: string, loaded: number | undefined, total: number): Event {
  if (loaded === undefined) return new Event(type);
  return new ProgressEvent(type, { lengthComputable: total > 0, loaded, total });
}

function joined(before: Uint8Array, next: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(before.length + next.length);
  bytes.set(before);
  bytes.set(next, before.length);
  return bytes;
}

const mimeOf = ({ mime, response }: Exchange): string => mime ?? response?.headers.get('content-type') ?? 'text/xml';

function textOf(exchange: Exchange): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(mimeOf(exchange)) ?? [];
  return decoderFor(charset).decode(exchange.bytes);
}

function decoderFor(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function jsonOf({ bytes }: Exchange): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
