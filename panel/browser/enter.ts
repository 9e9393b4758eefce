/** In a frame of the company's own system nobody has to press the button: what opens links to look at them opens no frames. */
const form = document.querySelector<HTMLFormElement>('form[data-enter]');
if (form && window.top !== window) form.submit();
