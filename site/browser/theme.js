/* global document, localStorage, navigator */

/** The theme that the reader chose, before anything is painted; without a choice that of the system. */
try {
  const theme = localStorage.getItem('lavra-theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has the system's theme.
}
document.documentElement.dataset.script = 'on';
if (navigator.clipboard) document.documentElement.dataset.copy = 'on';
