import { Idiomorph } from 'idiomorph';

/** The duration of the animation of `.fresh`. */
const freshMs = 2_500;

/** What a person does to a page and the server does not know, by element: these attributes stay. */
const kept: Record<string, string[]> = {
  INPUT: ['value', 'checked'],
  TEXTAREA: ['value'],
  OPTION: ['selected'],
  DETAILS: ['open'],
};

/**
 * Turns this page into its newer version, and keeps what the person has focused, opened, typed or ticked, and where she has scrolled to. Parts that
 * are new or say something else are marked as fresh for a while.
 */
export function morph(page: Document): void {
  const [old, now] = [document.querySelector('main'), page.querySelector('main')];
  if (!old || !now) return;
  const before = saidBy(old);
  void Idiomorph.morph(old, now, {
    morphStyle: 'outerHTML',
    ignoreActiveValue: true,
    callbacks: {
      // Most nodes are unchanged: the browser's own comparison is many times quicker than walking them.
      beforeNodeMorphed: (shown, wanted) => !shown.isEqualNode(wanted),
      beforeAttributeUpdated: (name, element) => {
        const isHidden = element instanceof HTMLInputElement && element.type === 'hidden';
        return isHidden || !kept[element.tagName]?.includes(name);
      },
    },
  });
  document.title = page.title;
  document.dispatchEvent(new CustomEvent('lavra:shown'));
  for (const [part, text] of saidBy(old)) if (before.get(part) !== text) show(part);
}

function saidBy(main: Element): Map<Element, string> {
  const parts = main.querySelectorAll('[data-part]');
  return new Map([...parts].map((part) => [part, (part.textContent ?? '').replace(/\s+/g, ' ')]));
}

function show(part: Element): void {
  part.classList.add('fresh');
  setTimeout(() => part.classList.remove('fresh'), freshMs);
}
