"""Addresses of the account: the settings page, and allauth's views that this site uses."""

from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as recovery_views
from allauth.mfa.totp import views as totp_views
from django.urls import path, re_path

from accounts import entry, second_factor, views
from accounts.shared_device import end_here, for_accounts

urlpatterns = [
    path("language/", views.set_language, name="language"),
    path("theme/", views.set_theme, name="theme"),
    path("account/", views.settings_page, name="account"),
    path("account/tokens/", for_accounts(views.create_token), name="account-tokens"),
    path("account/tokens/<uuid:token_id>/revoke/", views.revoke_token, name="account-token-revoke"),
    path("account/export/", views.export_data, name="account-export"),
    path("account/delete/", views.delete_data, name="account-delete"),
    path("account/login/", allauth_views.login, name="account_login"),
    path("account/logout/", entry.logout, name="account_logout"),
    path("account/end/", end_here, name="account-end"),
    path("account/signup/", allauth_views.signup, name="account_signup"),
    path("account/inactive/", allauth_views.account_inactive, name="account_inactive"),
    path(
        "account/reauthenticate/",
        for_accounts(allauth_views.reauthenticate),
        name="account_reauthenticate",
    ),
    path("account/email/", for_accounts(allauth_views.email), name="account_email"),
    path(
        "account/confirm-email/",
        allauth_views.email_verification_sent,
        name="account_email_verification_sent",
    ),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$",
        allauth_views.confirm_email,
        name="account_confirm_email",
    ),
    path(
        "account/password/change/",
        for_accounts(allauth_views.password_change),
        name="account_change_password",
    ),
    path(
        "account/password/set/",
        for_accounts(allauth_views.password_set),
        name="account_set_password",
    ),
    path("account/password/reset/", allauth_views.password_reset, name="account_reset_password"),
    path(
        "account/password/reset/done/",
        allauth_views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth_views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/reset/key/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("account/second-factor/", for_accounts(mfa_views.index), name="mfa_index"),
    path("account/second-factor/code/", mfa_views.authenticate, name="mfa_authenticate"),
    path(
        "account/second-factor/on/",
        for_accounts(second_factor.ActivateView.as_view()),
        name="mfa_activate_totp",
    ),
    path(
        "account/second-factor/off/",
        for_accounts(totp_views.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path(
        "account/second-factor/recovery/",
        for_accounts(recovery_views.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/second-factor/recovery/new/",
        for_accounts(recovery_views.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/second-factor/recovery/file/",
        for_accounts(recovery_views.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
]
