/* global document, fetch, location, requestAnimationFrame, SwaggerUIBundle, lavraEvents, lavraWords */

/** Draws the reference, filled in with the demo's keys where the page has them. */
// Before Swagger UI takes the address for one of its own and clears it.
const askedAtFirst = location.hash;
const isRead = document.querySelector('meta[name="only-read"]') !== null;

/** Nothing is called from a page that is read: it asks for no key, and keeps none. */
const withoutKeys = () => {
  const nothing = () => () => null;
  return { wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } };
};

fetch(document.querySelector('meta[name="description-address"]').content)
  .then((answer) => answer.json())
  .then((description) => {
    const keys = JSON.parse(document.querySelector('meta[name="demo-keys"]')?.content ?? '{}');
    const ui = SwaggerUIBundle({
      spec: description,
      dom_id: '#reference',
      deepLinking: true,
      // A part at a time: drawn all at once, Swagger UI 5.35.0 loses parts from 135 calls on.
      docExpansion: 'none',
      // Keys of a demo end with it.
      persistAuthorization: Object.keys(keys).length === 0 && !isRead,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      validatorUrl: null,
      ...(isRead ? { supportedSubmitMethods: [] } : {}),
      plugins: [
        lavraWords,
        ...(description.webhooks ? [lavraEvents(description)] : []),
        ...(isRead ? [withoutKeys] : []),
      ],
      onComplete: () => {
        if (keys.company) ui.preauthorizeApiKey('apiKey', keys.company);
        if (keys.office) ui.preauthorizeApiKey('officeKey', keys.office);
        if (Object.keys(keys).length > 0) tellKeys();
        if (description.webhooks) whenDrawn(() => openEvent(askedAtFirst));
      },
    });
    // Swagger UI reads the address when it starts, and not again.
    addEventListener('hashchange', () => {
      if (!openEvent(location.hash)) ui.getSystem().layoutActions.parseDeepLinkHash(decodeURIComponent(location.hash));
    });
  });

function whenDrawn(then) {
  if (document.getElementById('events')) then();
  else requestAnimationFrame(() => whenDrawn(then));
}

function tellKeys() {
  const note = document.createElement('p');
  note.className = 'demo-keys';
  note.textContent =
    'As chaves das empresas e do escritório de demonstração já estão preenchidas: abra uma chamada, “Experimentar”, “Executar”.';
  document.getElementById('reference').before(note);
}

function openEvent(hash) {
  const id = decodeURIComponent(hash.slice(1));
  const event = id.startsWith('event-') ? document.getElementById(id) : null;
  if (!event) return false;
  event.open = true;
  event.scrollIntoView();
  return true;
}
