import { prettyJson } from '../../console/page/link/exact-json';
import type { Component, Plugin } from './swagger-ui';

interface ReplyBody {
  readonly content: unknown;
  readonly contentType?: string;
  readonly getComponent: (name: string, isContainer: boolean) => Component;
}

/** Shows the integers of a JSON reply as they were sent; Swagger UI itself reads them as doubles. */
export const exactReplies = (): Plugin => ({
  wrapComponents: {
    responseBody:
      (original, { React }) =>
      (properties: ReplyBody) => {
        const { content, contentType = '', getComponent } = properties;
        if (typeof content !== 'string' || !/json/i.test(contentType)) return React.createElement(original, properties);
        const code = { language: 'json', downloadable: true, fileName: 'reply.json', canCopy: true };
        return React.createElement(
          'div',
          null,
          React.createElement('h5', null, 'Response body'),
          React.createElement(getComponent('HighlightCode', true), code, prettyJson(content)),
        );
      },
  },
});
