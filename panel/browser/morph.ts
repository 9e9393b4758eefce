import { Idiomorph } from 'idiomorph';

/** As long as the animation of `.fresh` takes. */
const freshMs = 2_500;

/** What a person has done to a page that the server knows nothing of: it stays. */
const kept: Record<string, string[]> = {
  INPUT: ['value', 'checked'],
  TEXTAREA: ['value'],
  OPTION: ['selected'],
  DETAILS: ['open'],
};

/**
 * Makes this page what it is now, without taking from a person what she has focused, opened, typed or ticked, or where she has scrolled to. Parts that
 * are new, or say something else, are shown to be for a while.
 */
export function morph(page: Document): void {
  const [old, now] = [document.querySelector('main'), page.querySelector('main')];
  if (!old || !now) return;
  const before = saidBy(old);
  void Idiomorph.morph(old, now, {
    morphStyle: 'outerHTML',
    ignoreActiveValue: true,
    callbacks: {
      // Most of a page is as it was: a browser compares it many times quicker than what goes through it node by node.
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
