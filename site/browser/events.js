/* global document */

/** In Swagger UI's place for webhooks: what Lavra sends, to be read, where it would draw forms that cannot be sent. */
globalThis.lavraEvents = (description) => () => ({
  wrapComponents: {
    Webhooks: (_original, { React, getComponent }) => {
      const h = React.createElement;
      const Markdown = getComponent('Markdown', true);
      const event = ([name, { post }]) => {
        const { example } = post.requestBody.content['application/json'];
        return h(
          'details',
          { key: name, id: `event-${name}`, className: 'event' },
          h('summary', null, h('code', null, name), ' ', post.summary),
          h(Markdown, { source: post.description ?? '' }),
          example && h('pre', null, JSON.stringify(example, null, 2)),
        );
      };
      return function Events() {
        return h(
          'section',
          { id: 'events' },
          h('h3', null, 'Eventos que os seus webhooks recebem'),
          h(
            'p',
            null,
            'O Lavra envia estes eventos aos endereços cadastrados em Webhooks. Assinaturas, repetições e como conferi-las: ',
            h('a', { href: `${document.documentElement.dataset.base}/guias/receber-webhooks` }, 'o guia'),
            '.',
          ),
          Object.entries(description.webhooks ?? {}).map(event),
        );
      };
    },
  },
});
