/** @jest-environment jsdom */
// A customer's test of a page with the button in it. jsdom makes no style sheets, opens no dialogs and has no matchMedia.
const { defineAutopayButton } = require('@autopay/checkout-js/button');

test('the button can stand in a page of jsdom, be opened, and be removed', async () => {
  const uncaught = [];
  window.addEventListener('error', ({ message }) => uncaught.push(message));
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  defineAutopayButton();
  const button = document.createElement('autopay-button');
  const values = { apiBase: 'https://pay.example.com', mandateId: 'man_1', clientSecret: 'cs_1' };
  document.body.append(Object.assign(button, values));
  await new Promise((resolve) => setTimeout(resolve, 50));
  button.open();
  expect(button.shadowRoot.querySelector('dialog').open).toBe(true);
  expect(button.shadowRoot.textContent).toContain('The payment service did not answer.');
  button.close();
  expect(button.shadowRoot.querySelector('dialog').open).toBe(false);
  button.remove();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(uncaught).toEqual([]);
});
