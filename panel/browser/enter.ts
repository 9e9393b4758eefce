/** In a frame of the company's own system nobody has to press the button. Link previews open no frames, so they spend no portal link. */
const form = document.querySelector<HTMLFormElement>('form[data-enter]');
if (form && window.top !== window) form.submit();
