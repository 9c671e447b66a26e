"""Matters by Django REST framework, read from Foyer's own tables: the way its handbook shows, with the joins one adds
when a page turns out slow. PostgreSQL's address and the firm come from the environment."""
import hashlib
import os

from django.conf import settings

settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    INSTALLED_APPS=["rest_framework"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": os.environ["PGHOST"],
            "PORT": os.environ["PGPORT"],
            "NAME": os.environ["PGDATABASE"],
            "USER": os.environ["PGUSER"],
            "CONN_MAX_AGE": None,
            # Row security lets this firm's rows through, as in Foyer.
            "OPTIONS": {"options": f"-c foyer.firm_id={os.environ['FIRM_ID']}"},
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
)

import django

django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import models
from django.urls import path
from rest_framework import authentication, exceptions, generics, pagination, serializers


class Table(models.Model):
    id = models.TextField(primary_key=True)

    class Meta:
        abstract = True
        managed = False
        app_label = "matters"


def table(name):
    return type("Meta", (Table.Meta,), {"db_table": name, "abstract": False})


def to(model, name):
    return models.ForeignKey(model, models.DO_NOTHING, related_name=name, null=True)


class ApiKey(Table):
    Meta = table("api_keys")
    token_hash = models.BinaryField()
    created_by = models.TextField()
    scopes = models.TextField()
    revoked_at = models.DateTimeField()


class Questionnaire(Table):
    Meta = table("questionnaires")
    internal_type = models.TextField()
    url_short_name = models.TextField()
    approach = models.TextField()
    active = models.BooleanField()


class Contact(Table):
    Meta = table("contacts")
    first_name = models.TextField()
    middle_name = models.TextField()
    last_name = models.TextField()
    suffix = models.TextField()
    full_name = models.TextField()
    also_known_as = models.TextField()
    preferred_name = models.TextField()
    gender_binary = models.TextField()
    date_of_birth = models.DateField()
    date_of_death = models.DateField()
    created_at = models.DateTimeField()


class Phone(Table):
    Meta = table("phone_numbers")
    contact = to(Contact, "phones")
    type = models.TextField()
    number = models.TextField()


class Email(Table):
    Meta = table("email_addresses")
    contact = to(Contact, "emails")
    type = models.TextField()
    email = models.TextField()


class Address(Table):
    Meta = table("addresses")
    contact = to(Contact, "addresses")
    type = models.TextField()
    street = models.TextField()
    city = models.TextField()
    state = models.TextField()
    postal_code = models.TextField()
    country_iso = models.TextField()


class Matter(Table):
    Meta = table("matters")
    name = models.TextField()
    open_date = models.DateField()
    close_date = models.DateField()
    questionnaire = to(Questionnaire, "matters")
    client_type = models.TextField()
    contact_main = to(Contact, "main_of")
    contact_spouse = to(Contact, "spouse_of")
    contact_representative = to(Contact, "representative_of")
    contact_main_status = models.TextField()
    contact_main_marital_status = models.TextField()
    number_of_children = models.IntegerField()
    is_submitted = models.BooleanField()
    client_may_edit = models.BooleanField()


def shows(of, *names, **nested):
    meta = type("Meta", (), {"model": of, "fields": [*names, *nested]})
    return type(f"{of.__name__}Serializer", (serializers.ModelSerializer,), {"Meta": meta, **nested})


PhoneShown = shows(Phone, "id", "type", "number")
EmailShown = shows(Email, "id", "type", "email")
AddressShown = shows(Address, "id", "type", "street", "city", "state", "postal_code", "country_iso")
ContactShown = shows(
    Contact,
    *["id", "first_name", "middle_name", "last_name", "suffix", "full_name", "also_known_as", "preferred_name"],
    *["gender_binary", "date_of_birth", "date_of_death", "created_at"],
    phones=PhoneShown(many=True),
    emails=EmailShown(many=True),
    addresses=AddressShown(many=True),
)
MatterShown = shows(
    Matter,
    *["id", "name", "open_date", "close_date", "client_type", "contact_main_status", "contact_main_marital_status"],
    *["number_of_children", "is_submitted", "client_may_edit"],
    questionnaire=shows(Questionnaire, "id", "internal_type", "url_short_name", "active")(),
    contact_main=ContactShown(),
    contact_spouse=ContactShown(),
    contact_representative=ContactShown(),
)


class ItemShown(serializers.ModelSerializer):
    quest_internal_type = serializers.CharField(source="questionnaire.internal_type")
    quest_approach = serializers.CharField(source="questionnaire.approach")

    class Meta:
        model = Matter
        fields = ["id", "name", "open_date", "close_date", "quest_internal_type", "quest_approach"]


class ByKey(authentication.BaseAuthentication):
    def authenticate(self, request):
        token = request.headers.get("Authorization", "").removeprefix("Token ")
        digest = hashlib.sha256(token.encode()).digest()
        key = ApiKey.objects.filter(token_hash=digest, revoked_at=None).first()
        if key is None:
            raise exceptions.AuthenticationFailed()
        return (key, token)


class Pages(pagination.PageNumberPagination):
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 200


people = ["contact_main", "contact_spouse", "contact_representative"]
reach = [f"{person}__{kind}" for person in people for kind in ("phones", "emails", "addresses")]


class MatterList(generics.ListAPIView):
    authentication_classes = [ByKey]
    pagination_class = Pages
    serializer_class = ItemShown
    queryset = Matter.objects.select_related("questionnaire").order_by("-open_date", "-id")


class OneMatter(generics.RetrieveAPIView):
    authentication_classes = [ByKey]
    serializer_class = MatterShown
    queryset = Matter.objects.select_related("questionnaire", *people).prefetch_related(*reach)


urlpatterns = [path("v1/matters", MatterList.as_view()), path("v1/matters/<str:pk>", OneMatter.as_view())]
application = get_wsgi_application()
