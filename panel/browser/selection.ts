/** The boxes of the notes in the list. `all` ticks them at once; without scripts it is hidden. */
function ticks(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('.ledger [name=nota]')];
}

function all(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('.ledger [data-all]');
}

/** Says how many boxes are ticked, and ticks the one for all when all are. */
function show(): void {
  const [every, box, words] = [ticks(), all(), document.querySelector('[data-chosen]')];
  const chosen = every.filter(({ checked }) => checked).length;
  if (box) {
    box.hidden = false;
    box.checked = chosen > 0 && chosen === every.length;
    box.indeterminate = chosen > 0 && chosen < every.length;
  }
  const said = chosen === 1 ? 'Da nota escolhida:' : chosen > 1 ? `Das ${chosen} escolhidas:` : 'Das escolhidas:';
  if (words && words.textContent !== said) words.textContent = said;
}

document.addEventListener('change', ({ target }) => {
  const box = all();
  if (box && target === box) for (const tick of ticks()) tick.checked = box.checked;
  show();
});
/** The page was refreshed. */
document.addEventListener('lavra:shown', show);
show();
