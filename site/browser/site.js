/* global document, localStorage, matchMedia, navigator, location, setTimeout */
import { openSearch } from './search.js';

const root = document.documentElement;

themes();
copies();
tabs();
narrow();
forms();
openSearch(root.dataset.base);
oldAddresses();

/** A button that switches between light and dark; the choice is kept. */
function themes() {
  const button = document.getElementById('theme');
  if (!button) return;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const told = () => {
    button.textContent = isDark() ? 'Claro' : 'Escuro';
    button.setAttribute('aria-label', isDark() ? 'Mudar para o tema claro' : 'Mudar para o tema escuro');
  };
  told();
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('lavra-theme', root.dataset.theme);
    } catch {
      // without storage the choice lasts for this page
    }
    told();
  });
}

/** A button on every example that copies it. */
function copies() {
  if (!navigator.clipboard) return;
  for (const box of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copiar';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(box.querySelector('code').textContent);
      button.textContent = 'Copiado';
      setTimeout(() => (button.textContent = 'Copiar'), 2000);
    });
    box.append(button);
  }
}

/** Shows an example in several languages as tabs; the language that was chosen last is open on every page. */
function tabs() {
  const kept = () => {
    try {
      return localStorage.getItem('lavra-language');
    } catch {
      return null;
    }
  };
  document.querySelectorAll('.tabs').forEach((group, number) => {
    const panels = [...group.querySelectorAll('.tab')];
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Linguagem do exemplo');
    const buttons = panels.map((panel, at) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.id = `tab-${number}-${at}`;
      button.textContent = panel.dataset.tab;
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-controls', `panel-${number}-${at}`);
      panel.id = `panel-${number}-${at}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', button.id);
      panel.querySelector('.tab-name').hidden = true;
      button.addEventListener('click', () => choose(panel.dataset.tab));
      button.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const next = buttons[(at + step + buttons.length) % buttons.length];
        next.focus();
        next.click();
      });
      return button;
    });
    list.append(...buttons);
    group.prepend(list);
    group.show = (name) => {
      const chosen = Math.max(
        0,
        panels.findIndex((panel) => panel.dataset.tab === name),
      );
      panels.forEach((panel, at) => {
        panel.hidden = at !== chosen;
        buttons[at].setAttribute('aria-selected', String(at === chosen));
        buttons[at].tabIndex = at === chosen ? 0 : -1;
      });
    };
    group.show(kept());
  });

  function choose(name) {
    try {
      localStorage.setItem('lavra-language', name);
    } catch {
      // without storage the choice lasts for this page
    }
    for (const group of document.querySelectorAll('.tabs')) group.show(name);
  }
}

/** On a phone the list beside the text is closed at first. */
function narrow() {
  const beside = document.querySelector('.beside');
  if (beside && matchMedia('(max-width: 60rem)').matches) beside.open = false;
  if (beside) beside.dataset.settled = '';
}

/** Loads the form of a call when somebody opens it. */
function forms() {
  const section = document.querySelector('.try');
  if (!section) return;
  const open = async () => (await import('./try.js')).openForm(section);
  document.getElementById('try').addEventListener('click', () => void open());
}

/** Redirects addresses of earlier versions, in which the reference was one page, and before that the first page. */
function oldAddresses() {
  const { base } = root.dataset;
  const below = location.pathname.slice(base.length).replace(/\/$/, '');
  const [, operation, event] = /^#(?:\/[^/]+\/(\w+)|event-([\w.]+))$/.exec(location.hash) ?? [];
  if (!['', '/referencia', '/referencia/administracao'].includes(below)) return;
  if (operation) location.replace(`${base}${below || '/referencia'}/${operation}`);
  else if (event) location.replace(`${base}/eventos/${event}`);
}
